import type { ReactNode } from 'react'

interface Size {
  readonly size?: number
}

/** 24 by 24, drawn with a stroke in the text colour. The text beside an icon names it. */
function Drawn({ size = 18, children }: Size & { readonly children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export const HomeIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />
  </Drawn>
)
export const ArticleIcon = (size: Size) => (
  <Drawn {...size}>
    <rect x="5" y="3" width="14" height="18" rx="1.5" />
    <path d="M9 8h6M9 12h6M9 16h3" />
  </Drawn>
)
export const PageIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M6 3h8l4 4v14H6z" />
    <path d="M14 3v4h4" />
  </Drawn>
)
export const CalendarIcon = (size: Size) => (
  <Drawn {...size}>
    <rect x="4" y="5" width="16" height="15" rx="1.5" />
    <path d="M4 10h16M8 3v4M16 3v4" />
  </Drawn>
)
export const CategoryIcon = (size: Size) => (
  <Drawn {...size}>
    <rect x="3" y="4" width="7" height="5" rx="1" />
    <rect x="14" y="9.5" width="7" height="5" rx="1" />
    <rect x="14" y="16" width="7" height="5" rx="1" />
    <path d="M6.5 9v9.5H14M6.5 12H14" />
  </Drawn>
)
export const TagIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M3 12V4h8l10 10-8 7z" />
    <circle cx="7.5" cy="8.5" r="1" />
  </Drawn>
)
export const MediaIcon = (size: Size) => (
  <Drawn {...size}>
    <rect x="3" y="5" width="18" height="14" rx="1.5" />
    <circle cx="8.5" cy="10" r="1.5" />
    <path d="M21 16l-5-5-8 8" />
  </Drawn>
)
export const CommentIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M4 5h16v11H10l-5 4v-4H4z" />
  </Drawn>
)
export const UserIcon = (size: Size) => (
  <Drawn {...size}>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7" />
  </Drawn>
)
export const SettingsIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx="15" cy="7" r="2" />
    <circle cx="9" cy="17" r="2" />
  </Drawn>
)
export const WebhookIcon = (size: Size) => (
  <Drawn {...size}>
    <circle cx="6" cy="17" r="3" />
    <circle cx="18" cy="17" r="3" />
    <circle cx="12" cy="6" r="3" />
    <path d="M9 17h6M10.5 8.5L7.5 14.5M13.5 8.5l3 6" />
  </Drawn>
)
export const BinIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5" />
  </Drawn>
)
export const SiteIcon = (size: Size) => (
  <Drawn {...size}>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />
  </Drawn>
)
export const BackupIcon = (size: Size) => (
  <Drawn {...size}>
    <ellipse cx="12" cy="6" rx="8" ry="3" />
    <path d="M4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3" />
  </Drawn>
)
export const LogIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01" />
  </Drawn>
)
export const JobIcon = (size: Size) => (
  <Drawn {...size}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3.5 2" />
  </Drawn>
)
export const MessageIcon = (size: Size) => (
  <Drawn {...size}>
    <rect x="3" y="5" width="18" height="14" rx="1.5" />
    <path d="M3.5 6.5L12 13l8.5-6.5" />
  </Drawn>
)
export const KeyIcon = (size: Size) => (
  <Drawn {...size}>
    <circle cx="8" cy="15" r="4" />
    <path d="M11 12l9-9M16 7l3 3" />
  </Drawn>
)
export const HeartIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M12 20S4 15 4 9.5A4 4 0 0 1 12 7.5a4 4 0 0 1 8 2C20 15 12 20 12 20z" />
  </Drawn>
)
export const PlusIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M12 5v14M5 12h14" />
  </Drawn>
)
export const SearchIcon = (size: Size) => (
  <Drawn {...size}>
    <circle cx="11" cy="11" r="6" />
    <path d="M20 20l-4.5-4.5" />
  </Drawn>
)
export const MoreIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M12 6h.01M12 12h.01M12 18h.01" />
  </Drawn>
)
export const BackIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M19 12H5M11 6l-6 6 6 6" />
  </Drawn>
)
export const ImportIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19h14" />
  </Drawn>
)
export const DownIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M6 9l6 6 6-6" />
  </Drawn>
)
export const UpIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M6 15l6-6 6 6" />
  </Drawn>
)
export const CheckIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Drawn>
)
export const CrossIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M6 6l12 12M18 6L6 18" />
  </Drawn>
)
export const DownloadIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M12 4v11M7 11l5 5 5-5M4 20h16" />
  </Drawn>
)
export const UploadIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M12 16V5M7 9l5-5 5 5M4 20h16" />
  </Drawn>
)
export const SunIcon = (size: Size) => (
  <Drawn {...size}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2" />
  </Drawn>
)
export const MoonIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />
  </Drawn>
)
export const HistoryIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M4 12a8 8 0 1 0 3-6.2L4 8M4 4v4h4M12 8v4.5l3 1.5" />
  </Drawn>
)
export const TaskIcon = (size: Size) => (
  <Drawn {...size}>
    <rect x="3" y="5" width="6" height="6" rx="1" />
    <path d="M4.5 8l1.2 1.2L8 7M12 8h9M12 16h9" />
    <rect x="3" y="13" width="6" height="6" rx="1" />
  </Drawn>
)
export const GalleryIcon = (size: Size) => (
  <Drawn {...size}>
    <rect x="3" y="3" width="8" height="8" rx="1" />
    <rect x="13" y="3" width="8" height="8" rx="1" />
    <rect x="3" y="13" width="8" height="8" rx="1" />
    <rect x="13" y="13" width="8" height="8" rx="1" />
  </Drawn>
)
export const AttachmentIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.7-7.7" />
  </Drawn>
)
export const TableIcon = (size: Size) => (
  <Drawn {...size}>
    <rect x="3" y="4" width="18" height="16" rx="1.5" />
    <path d="M3 9.5h18M3 15h18M9.5 9.5V20M15.5 9.5V20" />
  </Drawn>
)
export const NoteIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M4 7h8M4 12h8M4 17h14M17 4l2-1v7" />
  </Drawn>
)
export const FullScreenIcon = (size: Size) => (
  <Drawn {...size}>
    <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
  </Drawn>
)
export const HelpIcon = (size: Size) => (
  <Drawn {...size}>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.8.4-1 .9-1 1.7M12 17v.1" />
  </Drawn>
)
export const EmbedIcon = (size: Size) => (
  <Drawn {...size}>
    <rect x="3" y="5" width="18" height="14" rx="2" />
    <path d="M10.5 9.2l4.8 2.8-4.8 2.8z" />
  </Drawn>
)
