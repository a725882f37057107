import type { Socket } from 'node:net'

/** For so long a client that has sent all may be given nothing. */
export const SILENT_MS_MAX = 5_000

/**
 * For a connection of HTTP/1.1 whose client has ended its side: it may wait for its answers, or be gone, which only writing tells. What is
 * under way goes on as long as something is sent within `msMax`.
 */
export function endWhenSilent(socket: Socket, msMax: number): void {
  let sentBytes = socket.bytesWritten
  const timer = setInterval(() => {
    if (socket.bytesWritten === sentBytes) socket.destroy()
    sentBytes = socket.bytesWritten
  }, msMax)
  socket.once('close', () => clearInterval(timer))
}
