FROM python:3.11-slim AS build
WORKDIR /src
RUN python -m venv /opt/durak
COPY requirements.lock ./
RUN /opt/durak/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheel . \
    && /opt/durak/bin/pip install --no-cache-dir --no-deps /wheel/*.whl

FROM python:3.11-slim
RUN useradd --system --uid 10001 --no-create-home durak \
    && install -d -o durak -g durak /data
COPY --from=build /opt/durak /opt/durak
ENV PATH=/opt/durak/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_PATH=/data/durak.sqlite3 \
    WEBHOOK_HOST=0.0.0.0
USER durak
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
# The bot touches a file beside its database every half minute; it is asked how old that is.
HEALTHCHECK --interval=60s --timeout=10s --start-period=30s CMD ["python", "-m", "bot.runtime.heartbeat"]
CMD ["durak-bot"]
