/** Whether the system failed, not the file: must not be reported as a fault of the upload. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
}
