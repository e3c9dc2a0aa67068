import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'

export interface Delivery {
  deliver(message: SendMailOptions): Promise<string>
  check(): Promise<unknown>
  close(): void
}

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000

export function openDelivery(smtpUrl: string | undefined, outboxFolder: string): Delivery {
  return smtpUrl === undefined ? outboxDelivery(outboxFolder) : smtpDelivery(smtpUrl)
}

function smtpDelivery(url: string): Delivery {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    deliver: async (message) => (await transport.sendMail(message)).messageId,
    check: () => transport.verify(),
    close: () => transport.close(),
  }
}

function outboxDelivery(folder: string): Delivery {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const openFolder = () => mkdir(folder, { recursive: true, mode: 0o700 })
  let written = 0

  // Sorting by name sorts by time. The random suffix keeps two processes apart.
  function nextName(): string {
    const time = new Date().toISOString().replace(/[-:]/g, '')
    const count = String(written++ % 1_000_000).padStart(6, '0')
    return `${time}-${count}-${randomBytes(4).toString('hex')}.eml`
  }

  return {
    async deliver(message) {
      const { messageId, message: bytes } = await transport.sendMail(message)
      await openFolder()
      await writeWhole(folder, nextName(), bytes as Buffer)
      return messageId
    },
    async check() {
      await openFolder()
      await access(folder, constants.W_OK | constants.X_OK)
    },
    close: () => transport.close(),
  }
}

// A watcher of the folder sees complete e-mails only, and acknowledged ones survive a power failure.
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const unfinished = join(folder, `.${name}.tmp`)
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
    await file.close()
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await file.close()
    await rm(unfinished, { force: true })
    throw error
  }
}
