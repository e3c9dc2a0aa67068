/** The file as a whole is not what it is said to be: told in one line. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}
