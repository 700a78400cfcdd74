// Where a link leads: into the bot, into a group, or out of the sandbox.

/**
 * Read a link. Gives {kind: "start", payload}, {kind: "private"}, {kind: "group", messageId?},
 * {kind: "external", url}, or null for what may not be opened.
 */
export function readLink(link, botUsername) {
  const url = parse(link);
  if (!url) return null;
  const inTelegram = /^(www\.)?(t\.me|telegram\.me|telegram\.dog)$/iu.test(url.hostname);
  if (url.protocol === "tg:") return readTelegram(url.searchParams.get("domain"), url, botUsername);
  if (!/^https?:$/u.test(url.protocol)) return null;
  if (!inTelegram) return { kind: "external", url: url.href };
  return readTelegram(url.pathname.split("/")[1], url, botUsername);
}

function parse(link) {
  const whole = /^[a-z][a-z0-9+.-]*:/iu.test(link) ? link : `https://${link}`;
  return URL.canParse(whole) ? new URL(whole) : null;
}

function readTelegram(name, url, botUsername) {
  if (name?.toLowerCase() === botUsername.toLowerCase()) {
    const payload = url.searchParams.get("start");
    return payload ? { kind: "start", payload } : { kind: "private" };
  }
  const last = url.pathname.split("/").at(-1);
  const number = url.searchParams.get("post") ?? (/^\d+$/u.test(last) ? last : null);
  return { kind: "group", messageId: number === null ? undefined : Number(number) };
}
