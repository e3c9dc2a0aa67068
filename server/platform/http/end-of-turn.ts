/**
 * Sends the responses of one turn of the event loop together at its end. A client, or a proxy on the same machine, that
 * waits is woken by the first of them, which takes longer than sending; the others find it awake.
 */
export function atEndOfTurn(send: () => void): void {
  if (waiting.push(send) === 1) setImmediate(sendAll)
}

let waiting: (() => void)[] = []

function sendAll(): void {
  const sends = waiting
  waiting = []
  for (const send of sends) send()
}
