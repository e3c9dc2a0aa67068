import { type ArticleDetail, DRAFT, PUBLISHED } from '@inkstone/contract/articles.ts'
import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DownIcon, HistoryIcon } from '../../ui/icons.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import type { ReadArticle } from './article-fields.ts'
import { rightsOn, useRightsOnNew } from './article-rights.ts'
import { isScheduled } from './article-status.tsx'
import { articleWords } from './articles.words.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import { PreviewButton } from './preview-button.tsx'
import { usePublication } from './publication.ts'
import { RejectModal } from './reject-modal.tsx'
import type { SavingArticle } from './saving-article.ts'
import { ScheduleModal } from './schedule-modal.tsx'

/** Saving, and the steps to publication. A step saves first: what is published is what is on the screen. */
export function PublishBox({
  read,
  saving,
  dirty,
  onBeginAnew,
}: {
  read: ReadArticle | undefined
  saving: SavingArticle
  dirty: boolean
  onBeginAnew: () => void
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  // What it touches is marked with what is saved, once.
  const publication = usePublication([])
  const article = read?.article
  const ofNew = useRightsOnNew()
  const rights = article ? rightsOn(article) : ofNew
  const [asking, setAsking] = useState<'time' | 'reason' | 'history'>()
  const busy = saving.busy || publication.busy

  async function step(take: (id: number) => Promise<boolean>): Promise<void> {
    if (await saving.saveThen(take)) setAsking(undefined)
  }

  const others = [
    { label: say('cancelSchedule'), allowed: rights.cancelSchedule, take: publication.unschedule },
    { label: say('unpublish'), allowed: rights.unpublish, take: publication.unpublish },
    { label: say('archive'), allowed: rights.archive, take: publication.archive },
  ].filter(({ allowed }) => allowed)

  return (
    <Stack gap="sm">
      {article && <Times article={article} />}
      <Group gap="xs">
        <Button
          variant={rights.publish || rights.publishCopy || rights.submit ? 'default' : 'filled'}
          loading={busy}
          onClick={() => saving.save()}
        >
          {say(saveWord(read, rights.savesInPublic))}
        </Button>
        {rights.savesInPublic && (
          <Button variant="default" loading={busy} disabled={!dirty} onClick={() => saving.saveAsCopy()}>
            {say('saveAsCopy')}
          </Button>
        )}
        {rights.publishCopy && (
          <Button.Group>
            <Button loading={busy} onClick={() => step((id) => publication.publishCopy(id))}>
              {say('publishCopy')}
            </Button>
            <Button px="xs" aria-label={say('schedule')} disabled={busy} onClick={() => setAsking('time')}>
              <DownIcon size={14} />
            </Button>
          </Button.Group>
        )}
        {rights.publish && (
          <Button.Group>
            <Button loading={busy} onClick={() => step((id) => publication.publish(id))}>
              {say('publish')}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button px="xs" aria-label={say('schedule')} disabled={busy}>
                  <DownIcon size={14} />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setAsking('time')}>{say('schedule')}</Menu.Item>
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
            <Button color="teal" loading={busy} onClick={() => step(publication.pass)}>
              {say('pass')}
            </Button>
            <Button variant="light" color="red" loading={busy} onClick={() => setAsking('reason')}>
              {say('reject')}
            </Button>
          </>
        )}
      </Group>
      {article && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="subtle"
            leftSection={<HistoryIcon size={14} />}
            onClick={() => setAsking('history')}
          >
            {say('history')}
          </Button>
          {read && <PreviewButton read={read} onSave={() => saving.saveThen(async () => true)} />}
          {others.map(({ label, take }) => (
            <Button key={label} size="xs" variant="subtle" color="gray" onClick={() => step(take)}>
              {label}
            </Button>
          ))}
          {rights.remove && (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              onClick={() =>
                confirm(say('deleteQuestion', { title: article.title }), ui('delete'), async () => {
                  if (await publication.remove(article.id)) saving.leave('/articles')
                })
              }
            >
              {ui('delete')}
            </Button>
          )}
        </Group>
      )}
      {asking === 'time' && (
        <ScheduleModal
          busy={busy}
          onClose={() => setAsking(undefined)}
          onChoose={(time) =>
            step((id) =>
              rights.publishCopy ? publication.publishCopy(id, time) : publication.publish(id, time),
            )
          }
        />
      )}
      {asking === 'reason' && article && (
        <RejectModal
          title={article.title}
          busy={busy}
          onClose={() => setAsking(undefined)}
          onReject={(reason) => step((id) => publication.reject(id, reason))}
        />
      )}
      {asking === 'history' && article && (
        <HistoryDrawer
          id={article.id}
          isWritten={dirty}
          onClose={() => setAsking(undefined)}
          onRestored={() => onBeginAnew()}
        />
      )}
    </Stack>
  )
}

function saveWord(read: ReadArticle | undefined, inPublic: boolean) {
  if (!read || read.article.status === DRAFT) return 'saveDraft'
  if (inPublic) return 'update'
  return read.article.status === PUBLISHED ? 'saveCopy' : 'save'
}

function Times({ article }: { article: ArticleDetail }) {
  const say = useWords(articleWords)
  return (
    <Text size="xs" c="dimmed">
      {isScheduled(article)
        ? say('scheduledFor', { time: short(article.scheduled_time) })
        : `${say('updated')} ${short(article.update_time)}`}
    </Text>
  )
}
