// The world API of the sandbox server: JSON in and out, errors as {"error": words}.

async function call(path, body) {
  const request = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(`/world${path}`, request);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error || `${response.status} ${response.statusText}`);
  return answer;
}

export const getWorld = () => call("");
export const getView = (person) => call(`/view?person=${person}`);
export const send = (person, chat, text, thread) =>
  call("/send", { person, chat, text, thread: thread || undefined });
export const start = (person, payload) => call("/start", { person, payload: payload || undefined });
export const block = (person) => call("/block", { person });
export const unblock = (person) => call("/unblock", { person });
export const addPerson = (first_name, language_code) =>
  call("/people", { first_name, language_code });

/** Press a button; comes back with the bot's answer: {answered, text?, show_alert, url?}. */
export function press(person, chat, message, data) {
  const { message_id, ephemeral_message_id } = message;
  return call("/press", { person, chat, message_id, ephemeral_message_id, data });
}

/**
 * Frames about what one person sees, for as long as the page is open: after a lost connection
 * it is made anew, with pauses that grow to three seconds. `onOnline` is told true and false.
 * Returns a function that ends it.
 */
export function subscribe(person, onFrame, onOnline) {
  let socket = null;
  let pause = 250;
  let timer = 0;
  let ended = false;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/world/ws?person=${person}`);
    socket.onmessage = (event) => {
      pause = 250;
      onFrame(JSON.parse(event.data));
    };
    socket.onopen = () => onOnline(true);
    socket.onclose = () => {
      if (ended) return;
      onOnline(false);
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, 3000);
    };
  }

  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    socket.close();
  };
}
