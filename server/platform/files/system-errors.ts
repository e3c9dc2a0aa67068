/** The machine failed, not the file: never to be told as a fault of what was sent. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
}
