import { SMTPServer } from 'smtp-server'
import { expect, vi } from 'vitest'
import { atEnd } from './at-end.ts'
import { freePort } from './free-port.ts'

interface Received {
  readonly recipients: readonly string[]
  readonly message: string
}

/** A real mail server on the loopback that collects e-mails. It stops with the test file. With `isDown` it starts later. */
export async function startMailServer({ isDown = false } = {}) {
  const received: Received[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece) => pieces.push(piece))
      stream.on('end', () => {
        received.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          message: Buffer.concat(pieces).toString(),
        })
        done()
      })
    },
  })
  const port = await freePort()
  const come = () => new Promise<void>((done) => smtp.listen(port, '127.0.0.1', done))
  if (!isDown) await come()
  atEnd(() => new Promise<void>((done) => smtp.close(() => done())))
  const to = (address: string) =>
    received.filter(({ recipients }) => recipients.includes(address)).map(({ message }) => decoded(message))
  return {
    url: `smtp://127.0.0.1:${port}`,
    come,
    received,
    to,
    /** Waits for this many e-mails to an address, and returns the last one. */
    async last(address: string, count = 1): Promise<string> {
      await vi.waitFor(() => expect(to(address).length).toBeGreaterThanOrEqual(count), {
        timeout: 25_000,
        interval: 50,
      })
      return to(address).at(-1) ?? ''
    },
  }
}

/** The decoded e-mail: subject, soft line breaks, quoted-printable and base64. */
export function decoded(message: string): string {
  const subject = message.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, how: string, text: string) =>
    how.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString()
      : Buffer.from(
          text
            .replace(/_/g, ' ')
            .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString(),
  )
  const quoted = subject.replace(/=\r?\n/g, '').replace(/(?:=[0-9A-F]{2})+/g, (run) => {
    return Buffer.from(run.replace(/=/g, ''), 'hex').toString()
  })
  const base64 = message.replace(/^(?:[A-Za-z0-9+/]{4,}={0,2}\r?\n)+/gm, (run) =>
    Buffer.from(run, 'base64').toString(),
  )
  return `${quoted}\n${base64}`
}
