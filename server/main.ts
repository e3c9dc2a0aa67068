import { runCommandLine } from './cli/command-line.ts'

// Files created by the service, including the database, are not readable by other users of the machine.
process.umask(0o077)
runCommandLine(process.argv.slice(2), {
  environment: process.env,
  workingDir: process.cwd(),
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
}).then((status) => process.exit(status))
