import { Socket } from 'node:net'

/**
 * A socket that sends what is written in one turn with one system call. The driver writes each statement separately,
 * and for a small statement the call costs more than the rest.
 */
export function createBatchingSocket(): Socket {
  const socket = new Socket()
  const write = socket.write.bind(socket)
  let isWaiting = false
  const flush = () => {
    isWaiting = false
    socket.uncork()
  }
  socket.write = ((...args: Parameters<typeof write>) => {
    if (!isWaiting) {
      isWaiting = true
      socket.cork()
      process.nextTick(flush)
    }
    return write(...args)
  }) as Socket['write']
  return socket
}
