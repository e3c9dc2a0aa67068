import { Badge, createTheme, Drawer, type MantineColorsTuple, Modal, Notification } from '@mantine/core'

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

/** Names that people give may be one long word. */
const BREAKING = { overflowWrap: 'anywhere', lineHeight: 1.4 } as const

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  colors: { ink },
  defaultRadius: 'sm',
  fontFamily: `system-ui, -apple-system, "Segoe UI", Roboto, ${CHINESE}, sans-serif`,
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  components: {
    Badge: Badge.extend({ styles: { label: { textTransform: 'none', fontWeight: 500 } } }),
    Modal: Modal.extend({ styles: { title: BREAKING } }),
    Drawer: Drawer.extend({ styles: { title: BREAKING } }),
    Notification: Notification.extend({ styles: { description: BREAKING } }),
  },
})
