import { runCommandLine } from './cli/command-line.ts'

// Files created by the service, including the database, are not readable by other users of the machine.
process.umask(0o077)
// A reader such as `head` may stop before the end; the command itself still completes.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
runCommandLine(process.argv.slice(2), {
  environment: process.env,
  workingDir: process.cwd(),
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
}).then((status) => process.exit(status))
