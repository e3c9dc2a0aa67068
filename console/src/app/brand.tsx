import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Group, Image, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAnswer } from '../lib/requests.ts'

/** The logo and name of the current site, with a link to the overview. */
export function Brand() {
  const { data: site } = useAnswer(getSiteInfo)
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      miw={0}
      renderRoot={(props) => <Link {...props} to="/" />}
      c="inherit"
      td="none"
    >
      {site?.logo ? <Image src={site.logo} alt="" h={28} w="auto" maw={120} fit="contain" /> : <Mark />}
      <Text fw={600} truncate maw={{ base: 120, sm: 280 }}>
        {site?.name || 'Inkstone'}
      </Text>
    </Group>
  )
}

/** An inkstone with a brush: the same drawing as the icon of the browser tab. */
function Mark() {
  return (
    <svg
      width={28}
      height={28}
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
