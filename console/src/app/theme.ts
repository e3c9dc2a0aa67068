import {
  Badge,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Portal,
} from '@mantine/core'

/** Ink on stone: a blue that is nearly black, on warm greys. */
const ink: MantineColorsTuple = [
  '#eef3f9',
  '#dbe4ee',
  '#b4c7de',
  '#8aa8ce',
  '#678ec1',
  '#507db9',
  '#4474b6',
  '#3463a0',
  '#2b5890',
  '#1c4b80',
]

const CHINESE = '"PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC"'

/** User-given names may be one long word. */
const BREAKING = { overflowWrap: 'anywhere', lineHeight: 1.4 } as const

/** The title of a dialog is not the page's heading. */
const NO_LANDMARK = { role: 'presentation' }

export const theme = createTheme({
  primaryColor: 'ink',
  // White on either has a contrast of more than 4.5.
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  colors: { ink },
  defaultRadius: 'sm',
  fontFamily: `system-ui, -apple-system, "Segoe UI", Roboto, ${CHINESE}, sans-serif`,
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ styles: { label: { textTransform: 'none', fontWeight: 500 } } }),
    Modal: Modal.extend({
      styles: { title: BREAKING },
      defaultProps: { attributes: { header: NO_LANDMARK } },
    }),
    Drawer: Drawer.extend({
      styles: { title: BREAKING },
      defaultProps: { attributes: { header: NO_LANDMARK } },
    }),
    // A menu holds items and nothing else: the first of them gets the focus.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Portal: Portal.extend({ defaultProps: { target: '#overlays' } }),
    Notification: Notification.extend({ styles: { description: BREAKING } }),
  },
})

/** Shades of a colour for letters: on white, and on the tinted ground of a badge. Every pair has at least 4.5. */
const LETTERS_ON_LIGHT = {
  teal: '#05604a',
  green: '#1b6b2f',
  orange: '#8f3600',
  yellow: '#714a00',
  red: '#a51111',
  blue: '#12579c',
  gray: '#495057',
  dark: '#343a40',
} as const
const LETTERS_ON_DARK = {
  teal: '#63e6be',
  green: '#8ce99a',
  orange: '#ffc078',
  yellow: '#ffe066',
  red: '#ffa8a8',
  blue: '#a5d8ff',
  gray: '#ced4da',
  dark: '#ced4da',
} as const

function lettersOf(shades: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(shades).flatMap(([name, shade]) => [
      [`--mantine-color-${name}-light-color`, shade],
      [`--mantine-color-${name}-outline`, shade],
      [`--mantine-color-${name}-text`, shade],
    ]),
  )
}

/** White letters on Mantine's own red and green have a contrast of less than 4.5. */
const FILLED = {
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#b02525',
  '--mantine-color-teal-filled': '#087f5b',
  '--mantine-color-teal-filled-hover': '#066649',
} as const

export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...FILLED,
    ...lettersOf(LETTERS_ON_LIGHT),
    '--mantine-color-dimmed': '#596067',
    '--mantine-color-placeholder': '#6a7077',
    '--mantine-color-error': '#b81d1d',
    '--mantine-color-ink-light-color': '#1c4b80',
  },
  dark: {
    ...FILLED,
    ...lettersOf(LETTERS_ON_DARK),
    // Mantine's are so saturated that a note looks like an alarm.
    '--mantine-color-orange-light': '#3d2a18',
    '--mantine-color-red-light': '#3d2022',
    '--mantine-color-blue-light': '#1b2f42',
    '--mantine-color-dimmed': '#a6aab0',
    '--mantine-color-placeholder': '#a0a4aa',
    '--mantine-color-error': '#ff9b9b',
    '--mantine-color-ink-light-color': '#b4c7de',
    '--mantine-color-ink-outline': '#b4c7de',
    '--mantine-color-anchor': '#9cbbe0',
  },
})
