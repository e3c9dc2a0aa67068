import type { ArticleDetail } from '@inkstone/contract/articles.ts'
import { Button, Menu } from '@mantine/core'
import { useWords } from '../../lib/words.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import type { ArticleRights } from './article-rights.ts'
import { articleWords } from './articles.words.ts'
import { keptDate } from './publication.ts'
import type { PublishSteps } from './publish-steps.ts'

/** The steps that bring an article, or a working copy, to its readers. */
export function PublishButtons({
  article,
  rights,
  steps: { publication, busy, ask, step, decide },
}: {
  article: ArticleDetail | undefined
  rights: ArticleRights
  steps: PublishSteps
}) {
  const say = useWords(articleWords)
  return (
    <>
      {rights.publishCopy && (
        <Button.Group>
          <Button loading={busy} onClick={() => step((id) => publication.publishCopy(id))}>
            {say('publishCopy')}
          </Button>
          <Button px="xs" aria-label={say('schedule')} disabled={busy} onClick={() => ask('time')}>
            <DownIcon size={14} />
          </Button>
        </Button.Group>
      )}
      {rights.publish && (
        <Button.Group>
          <Button loading={busy} onClick={() => step((id) => publication.publish(id, keptDate(article)))}>
            {say('publish')}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button px="xs" aria-label={say('schedule')} disabled={busy}>
                <DownIcon size={14} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => ask('time')}>{say('schedule')}</Menu.Item>
              <Menu.Item onClick={() => ask('date')}>{say('publishDated')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Button.Group>
      )}
      {rights.submit && (
        <Button loading={busy} onClick={() => step(publication.submit)}>
          {say('submit')}
        </Button>
      )}
      {rights.audit && (
        <>
          <Button color="teal" loading={busy} onClick={() => decide(1)}>
            {say('pass')}
          </Button>
          <Button variant="light" color="red" loading={busy} onClick={() => ask('reason')}>
            {say('reject')}
          </Button>
        </>
      )}
    </>
  )
}
