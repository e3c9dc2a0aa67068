import { Badge, createTheme, type MantineColorsTuple } from '@mantine/core'

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

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  colors: { ink },
  defaultRadius: 'sm',
  fontFamily: `system-ui, -apple-system, "Segoe UI", Roboto, ${CHINESE}, sans-serif`,
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  components: { Badge: Badge.extend({ styles: { label: { textTransform: 'none', fontWeight: 500 } } }) },
})
