// What nginx in front of the nodes is told.

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
