// The configuration of nginx in front of the nodes.

/** How long nginx avoids a node that it could not reach: the wait between two nodes of a rolling restart. */
export const LEFT_ALONE_SECONDS = 2

/** Public responses are cached by host and URL for as long as the service allows; its Vary header separates callers. */
function cacheIn(folder) {
  return {
    store: `  proxy_cache_path ${folder}/nginx-cache keys_zone=answers:10m max_size=1g inactive=10m use_temp_path=off;`,
    use: `
    proxy_cache answers;
    proxy_cache_key $scheme$http_host$request_uri;
    # Of many that ask for the same at once, one asks the service.
    proxy_cache_lock on;
    proxy_cache_revalidate on;
    proxy_cache_use_stale updating;
    # An address with a token in it is not kept on disk.
    proxy_cache_bypass $arg_token;
    proxy_no_cache $arg_token;
    add_header X-Cache $upstream_cache_status always;
`,
  }
}

export function nginxConfig({ folder, port, nodePorts, cached = false }) {
  const cache = cached ? cacheIn(folder) : { store: '', use: '' }
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
${cache.store}

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
    client_max_body_size 410m;

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
${cache.use}
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
