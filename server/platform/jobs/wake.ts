// Only a hint: a job enqueued in this process does not wait for the next query. Jobs from other processes are found by
// polling.
const listeners = new Set<() => void>()

export function onEnqueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function notifyEnqueued(): void {
  for (const listener of listeners) listener()
}
