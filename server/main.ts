import { runCommandLine } from './cli/command-line.ts'

// Whatever is written, the database and its side files too, is for nobody else on the machine.
process.umask(0o077)
runCommandLine(process.argv.slice(2), {
  environment: process.env,
  workingDir: process.cwd(),
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
}).then((status) => process.exit(status))
