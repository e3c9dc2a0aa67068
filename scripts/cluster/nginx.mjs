// nginx in front of the nodes: found or installed, and told how to treat them.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin']

export function findOrInstallNginx() {
  const found = find()
  if (found) return found
  install()
  const installed = find()
  if (!installed) throw new Error(`nginx was installed, but it is in none of ${FOLDERS.join(', ')}`)
  return installed
}

function find() {
  const onPath = (process.env.PATH ?? '').split(':').filter(Boolean)
  return [...onPath, ...FOLDERS].map((folder) => join(folder, 'nginx')).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const HOW_TO_INSTALL = 'apt-get install nginx (Debian, Ubuntu) or brew install nginx (macOS)'

function install() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new Error(`The cluster needs nginx, which is not installed: ${HOW_TO_INSTALL}`)
  console.log('  installing nginx with apt-get')
  withoutStartingIt(() => {
    aptGet(['update'])
    aptGet(['install', '--yes', '--no-install-recommends', 'nginx'])
  })
}

function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const ran = spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    env,
    encoding: 'utf8',
  })
  if (ran.status === 0) return
  throw new Error(`apt-get ${args[0]} failed: ${ran.error?.message ?? ran.stderr.trim()}\n${HOW_TO_INSTALL}`)
}

/** Debian starts a service as soon as it is installed, on port 80, unless this file says no. */
function withoutStartingIt(work) {
  const policy = '/usr/sbin/policy-rc.d'
  const before = existsSync(policy) ? readFileSync(policy) : undefined
  // With a handler the signal does not end this process before it has put the file back.
  const heldBack = () => {}
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, heldBack)
  try {
    rmSync(policy, { force: true })
    writeFileSync(policy, '#!/bin/sh\n# written while the cluster of inkstone installs nginx\nexit 101\n', {
      mode: 0o755,
    })
    work()
  } finally {
    rmSync(policy, { force: true })
    if (before) writeFileSync(policy, before, { mode: 0o755 })
    for (const signal of signals) process.off(signal, heldBack)
  }
}

/** How long nginx leaves a node alone that it could not reach: the wait between two nodes of a rolling restart. */
export const LEFT_ALONE_SECONDS = 2

export function nginxConfig({ folder, port, nodePorts }) {
  const servers = nodePorts.map(
    (each) => `    server 127.0.0.1:${each} max_fails=2 fail_timeout=${LEFT_ALONE_SECONDS}s;`,
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/nginx-${name};`,
  )
  return `daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes 1;

events {
  worker_connections 1024;
}

http {
  access_log off;
${temporary.join('\n')}

  upstream inkstone {
    zone inkstone 64k;
${servers.join('\n')}
    keepalive 32;
    # Shorter than the four seconds for which a node that stops leaves idle connections to nginx.
    keepalive_timeout 2s;
  }

  server {
    listen 127.0.0.1:${port};
    # The service has limits of its own, and says so in its own words.
    client_max_body_size 0;

    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    # Not what the client claims to have been forwarded for.
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_connect_timeout 1s;
    proxy_read_timeout 130s;
    # What did not reach a node goes to the next one; of what did, only GET, HEAD, PUT and DELETE are sent again.
    proxy_next_upstream error timeout;
    proxy_next_upstream_tries ${nodePorts.length};
    proxy_next_upstream_timeout 10s;
    add_header X-Served-By $upstream_addr always;

    location / {
      proxy_pass http://inkstone;
    }

    # Large, and sent once: not kept on nginx's disk first.
    location ~ ^/api/(v1/)?media/upload {
      proxy_pass http://inkstone;
      proxy_request_buffering off;
    }
  }
}
`
}
