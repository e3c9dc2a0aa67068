/** The source has the wrong format. The message is shown to the user as one line. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}
