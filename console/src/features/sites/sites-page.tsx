import { deleteSite, listSites } from '@inkstone/contract/sites.ts'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useMay } from '../../lib/may.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { chooseSite, useSite } from '../../lib/site.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { Unbroken } from '../../ui/unbroken.tsx'
import { SiteForm } from './site-form.tsx'
import { SITE_TOUCHES, type SiteItem } from './site-item.ts'
import { siteWords } from './sites.words.ts'

export function SitesPage() {
  const say = useWords(siteWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const may = useMay()
  const client = useQueryClient()
  const current = useSite()
  const [{ page }, change] = useAddress()
  const sites = useAnswer(listSites, { query: { page } })
  const removing = useAction(deleteSite, { done: say('deleted'), touches: SITE_TOUCHES })
  const [edited, setEdited] = useState<SiteItem | 'new'>()
  const workOn = (id: number | undefined) => {
    chooseSite(id)
    client.invalidateQueries()
  }
  const remove = ({ id, name }: SiteItem) =>
    confirm(say('deleteQuestion', { name }), ui('delete'), () =>
      removing.mutate({ params: { id } }, { onSuccess: () => id === current && workOn(undefined) }),
    )
  const actionsOf = (site: SiteItem) => [
    { label: ui('edit'), onClick: () => setEdited(site) },
    ...(site.enabled === 1 && site.id !== current
      ? [{ label: say('workOn'), onClick: () => workOn(site.id) }]
      : []),
    { label: ui('delete'), danger: true, onClick: () => remove(site) },
  ]
  return (
    <Page
      title={say('title')}
      hint={say('hint')}
      actions={
        may('sites.manage') && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setEdited('new')}>
            {say('create')}
          </Button>
        )
      }
    >
      <Listing
        answer={sites}
        nameOf={({ name }) => name}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('name'), cell: (site) => <SiteName site={site} /> },
          { head: say('alias'), cell: ({ alias }) => alias, wideOnly: true },
          { head: say('domains'), cell: ({ domains }) => <Domains domains={domains} />, wideOnly: true },
          {
            head: say('createdAt'),
            cell: ({ create_time }) => <Unbroken>{short(create_time)}</Unbroken>,
            wideOnly: true,
          },
        ]}
        actions={(site) => <RowMenu name={site.name} actions={actionsOf(site)} />}
      />
      {edited !== undefined && (
        <SiteForm
          edited={edited}
          onClose={() => setEdited(undefined)}
          onSaved={({ id, enabled }) => id === current && enabled === 0 && workOn(undefined)}
        />
      )}
    </Page>
  )
}

function SiteName({ site }: { site: SiteItem }) {
  const say = useWords(siteWords)
  const current = useSite()
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {site.name}
        </Text>
        {site.id === current && (
          <Badge size="sm" variant="light" tt="none">
            {say('current')}
          </Badge>
        )}
        {site.enabled === 0 && (
          <Badge size="sm" variant="light" color="gray" tt="none">
            {say('disabled')}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {[site.alias, ...site.domains].join(' · ')}
      </Text>
    </div>
  )
}

function Domains({ domains }: { domains: readonly string[] }) {
  return domains.map((domain) => (
    <Text key={domain} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {domain}
    </Text>
  ))
}
