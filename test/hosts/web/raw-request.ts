/** A request as bytes on a socket, for what a well-behaved client refuses to send. */
import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends `text` as it is and gives back everything that came until the other side closed. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk))
  socket.on('error', () => undefined)
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return answer
}

/** The status code of an answer; 0 where there is none. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}
