# The digest decides what is pulled (an index of all platforms); the tag says what it is.
FROM python:3.11.16-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b AS base

FROM base AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_ROOT_USER_ACTION=ignore
RUN ["python", "-m", "venv", "/opt/durak"]
COPY requirements.lock /src/
# Wheels only: to build one, pip would download build tools without hashes.
RUN ["/opt/durak/bin/python", "-m", "pip", "install", "--require-hashes", "--only-binary=:all:", "-r", "/src/requirements.lock"]
# The sources run as they are: no build tools are needed.
COPY LICENSE /app/
COPY bot /app/bot/
COPY engine /app/engine/
COPY handlers /app/handlers/
COPY locales /app/locales/
RUN ["/opt/durak/bin/python", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "/app"]
# The bot's user must be able to read a clone that was made under a strict umask.
RUN ["chmod", "-R", "u=rwX,go=rX", "/app"]

FROM base
RUN ["install", "-d", "-m", "0700", "-o", "10001", "-g", "10001", "/data"]
COPY --from=build /opt/durak /opt/durak/
COPY --from=build /app /app/
# Caches (matplotlib's list of fonts) and temporary files go into the volume, so that nothing else
# has to be writable.
ENV PATH=/opt/durak/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOME=/data \
    TMPDIR=/data \
    DATABASE_PATH=/data/durak.sqlite3 \
    WEBHOOK_HOST=0.0.0.0
USER 10001:10001
WORKDIR /app
VOLUME /data
STOPSIGNAL SIGTERM
# The bot touches a file beside its database every half minute; it is asked how old that is.
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["python", "-m", "bot.runtime.heartbeat"]
CMD ["python", "-m", "bot"]
