import { runCommandLine } from './cli/command-line.ts'

runCommandLine(process.argv.slice(2), {
  environment: process.env,
  workingDir: process.cwd(),
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
}).then((status) => process.exit(status))
