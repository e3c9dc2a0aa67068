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
      {site?.logo ? (
        <Image src={site.logo} alt="" h={28} w="auto" maw={120} fit="contain" />
      ) : (
        <Text fw={700}>Inkstone</Text>
      )}
      <Text c="dimmed" truncate maw={{ base: 120, sm: 280 }}>
        {site?.name}
      </Text>
    </Group>
  )
}
