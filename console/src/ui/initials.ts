/** Colours with enough contrast for initials, in both themes. */
export const INITIALS_COLORS = ['ink', 'indigo', 'violet', 'grape', 'pink']
