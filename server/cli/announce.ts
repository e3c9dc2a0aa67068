/** Printed outside the log, because the password is shown only once. */
export function announceAdmin({ username, password }: { username: string; password: string }): string {
  return `
  The first administrator was created.
    username: ${username}
    password: ${password}
  This password is shown only once. Write it down, or set ADMIN_PASSWORD before the first start.

`
}
