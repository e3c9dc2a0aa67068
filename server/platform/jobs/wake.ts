// A hint and nothing more: it spares a job enqueued in this process the wait for the next look at the table. What
// other processes enqueue is found there.
const listeners = new Set<() => void>()

export function onEnqueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellEnqueued(): void {
  for (const listener of listeners) listener()
}
