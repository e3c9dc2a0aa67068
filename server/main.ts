import { serve } from './cli/serve.ts'
import { readConfig, WrongSetting } from './config.ts'
import { WrongSecretKey } from './secret-key.ts'

async function main(): Promise<void> {
  await serve(readConfig(process.env, process.cwd()))
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const known = error instanceof WrongSetting || error instanceof WrongSecretKey
    process.stderr.write(`${known ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  },
)
