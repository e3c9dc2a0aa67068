import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Group, Image, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAnswer } from '../lib/requests.ts'
import { InkstoneMark } from '../ui/inkstone-mark.tsx'

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
      {site?.logo ? (
        <Image src={site.logo} alt="" h={28} w="auto" maw={120} fit="contain" />
      ) : (
        <InkstoneMark size={28} />
      )}
      <Text fw={600} truncate maw={{ base: 120, sm: 280 }}>
        {site?.name || 'Inkstone'}
      </Text>
    </Group>
  )
}
