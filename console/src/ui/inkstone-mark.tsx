/** An inkstone with a brush: the same drawing as the icon of the browser tab. */
export function InkstoneMark({ size }: { size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      style={{ flexShrink: 0 }}
    >
      <rect width="32" height="32" rx="7" fill="#1c2b3f" />
      <path d="M7 22c4 2.5 14 2.5 18 0V12c-4-2.5-14-2.5-18 0z" fill="#3d5876" />
      <ellipse cx="16" cy="12" rx="9" ry="3.2" fill="#0d151f" />
      <path d="M19 12L26 4" stroke="#e8e2d4" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
