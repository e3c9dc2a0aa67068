/** Colours in which initials can be read on their pale ground, in the light and in the dark. */
export const INITIALS_COLORS = ['ink', 'indigo', 'violet', 'grape', 'pink']
