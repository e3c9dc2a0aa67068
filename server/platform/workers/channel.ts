/** The IPC channel between a process and its forked children. */
interface Peer {
  send?(message: unknown, done: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

interface Bundle {
  readonly questions?: ReadonlyArray<readonly [number, unknown]>
  readonly answers?: ReadonlyArray<readonly [number, unknown]>
}

export interface Channel {
  ask(question: unknown): Promise<unknown>
}

/**
 * Requests and replies between two processes. All requests of one turn of the event loop are sent in one message, so
 * that they share its cost.
 */
export function openChannel(peer: Peer, answer: (question: unknown) => unknown): Channel {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let questions: Array<[number, unknown]> = []
  let answers: Array<[number, unknown]> = []
  let planned = false

  function plan(): void {
    if (planned) return
    planned = true
    setImmediate(() => {
      planned = false
      const bundle: Bundle = { questions, answers }
      questions = []
      answers = []
      peer.send?.(bundle, (error) => {
        if (error) lose(error)
      })
    })
  }

  function lose(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  async function reply(id: number, question: unknown): Promise<void> {
    answers.push([id, await answer(question)])
    plan()
  }

  peer.on('message', (message) => {
    const bundle = message as Bundle
    for (const [id, question] of bundle.questions ?? []) void reply(id, question)
    for (const [id, given] of bundle.answers ?? []) {
      waiting.get(id)?.resolve(given)
      waiting.delete(id)
    }
  })
  peer.on('disconnect', () => lose(new Error('the other process has exited')))

  return {
    ask(question) {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        questions.push([id, question])
        plan()
      })
    },
  }
}
