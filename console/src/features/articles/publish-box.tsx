import { type ArticleDetail, DRAFT, PUBLISHED } from '@inkstone/contract/articles.ts'
import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { nowInService, short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DownIcon, HistoryIcon } from '../../ui/icons.tsx'
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import type { ReadArticle } from './article-fields.ts'
import { rightsOn, useRightsOnNew } from './article-rights.ts'
import { isScheduled } from './article-status.tsx'
import { articleWords } from './articles.words.ts'
import { PreviewButton } from './preview-button.tsx'
import { keptDate, usePublication } from './publication.ts'
import type { SavingArticle } from './saving-article.ts'
import { endsSchedule, plannedTime } from './saving-rules.ts'
import { type StepDialog, StepDialogs } from './step-dialogs.tsx'
import { ViewLink } from './view-link.tsx'

/** Saving and publishing. Every action saves first, so that it applies to what is on the screen. */
export function PublishBox({
  read,
  saving,
  dirty,
  onStartOver,
}: {
  read: ReadArticle | undefined
  saving: SavingArticle
  dirty: boolean
  onStartOver: () => void
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const may = useMay()
  // The lists are marked stale once, with the save.
  const publication = usePublication([])
  const article = read?.article
  const ofNew = useRightsOnNew()
  const rights = article ? rightsOn(article) : ofNew
  const [asking, setAsking] = useState<StepDialog>()
  const [reason, setReason] = useState('')
  const busy = saving.busy || publication.busy

  async function step(take: Parameters<typeof saving.saveThen>[0]): Promise<void> {
    if (await saving.saveThen(take)) setAsking(undefined)
  }

  /**
   * Decides on exactly the version on the screen, with the corrections of the reviewer. If somebody else changed it, the
   * new version is shown first, and the reason is kept for the next decision.
   */
  async function decide(status: 1 | 2, given = ''): Promise<void> {
    setReason(given)
    await step(async (id, etag, isJoined) => {
      const outcome = isJoined ? 'changed' : await publication.decide(id, status, given, etag)
      if (isJoined) publication.tellChanged()
      if (outcome === 'changed') setAsking(undefined)
      if (outcome === 'done') setReason('')
      return outcome === 'done'
    })
  }

  const removeArticle = ({ id, title }: ArticleDetail) =>
    confirm(say('deleteQuestion', { title }), ui('delete'), async () => {
      if (await publication.remove(id)) saving.leave('/articles')
    })

  // What is needed rarely, or takes the article away from its readers, is one step further away.
  const others: readonly RowAction[] = [
    { label: say('changeDate'), allowed: rights.redate, onClick: () => setAsking('date') },
    { label: say('setAuthor'), allowed: may('articles.assign'), onClick: () => setAsking('author') },
    { label: say('unpublish'), allowed: rights.unpublish, onClick: () => void step(publication.unpublish) },
    { label: say('archive'), allowed: rights.archive, onClick: () => void step(publication.archive) },
    {
      label: ui('delete'),
      allowed: rights.remove,
      danger: true,
      onClick: () => article && removeArticle(article),
    },
  ].filter(({ allowed }) => allowed)

  return (
    <Stack gap="sm">
      {read && <Times read={read} />}
      {read && endsSchedule(read) && (
        <Text size="sm">{say(read.copy ? 'copyEndsSchedule' : 'endsSchedule')}</Text>
      )}
      <Group gap="xs">
        <Button
          variant={
            rights.publish || rights.publishCopy || rights.submit || rights.audit ? 'default' : 'filled'
          }
          loading={busy}
          onClick={() => saving.save()}
        >
          {say(saveWord(read))}
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
                <Menu.Item onClick={() => setAsking('time')}>{say('schedule')}</Menu.Item>
                <Menu.Item onClick={() => setAsking('date')}>{say('publishDated')}</Menu.Item>
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
            <Button variant="light" color="red" loading={busy} onClick={() => setAsking('reason')}>
              {say('reject')}
            </Button>
          </>
        )}
      </Group>
      {article && (
        <Group gap={4} ml={-8}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<HistoryIcon size={14} />}
            onClick={() => setAsking('history')}
          >
            {say('history')}
          </Button>
          <ViewLink article={article} />
          {read && <PreviewButton read={read} onSave={() => saving.saveThen(async () => true)} />}
          {rights.cancelSchedule && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => step(publication.unschedule)}
            >
              {say('cancelSchedule')}
            </Button>
          )}
          <RowMenu name={article.title} actions={others} />
        </Group>
      )}
      <StepDialogs
        asking={asking}
        article={article}
        publishesCopy={rights.publishCopy}
        busy={busy}
        dirty={dirty}
        reason={reason}
        publication={publication}
        step={step}
        decide={decide}
        onClose={() => setAsking(undefined)}
        onStartOver={onStartOver}
      />
    </Stack>
  )
}

/** What saving does with this article. */
export function saveWord(read: ReadArticle | undefined) {
  if (!read) return 'saveDraft'
  if (read.article.status === DRAFT) return endsSchedule(read) ? 'saveForReview' : 'saveDraft'
  if (rightsOn(read.article).savesInPublic) return 'update'
  return read.article.status === PUBLISHED ? 'saveCopy' : 'save'
}

function Times({ read }: { read: ReadArticle }) {
  const say = useWords(articleWords)
  const { article } = read
  const kept = keptDate(article)
  const planned = plannedTime(read, nowInService())
  const parts = [
    isScheduled(article)
      ? say('scheduledFor', { time: short(article.scheduled_time) })
      : `${say('updated')} ${short(article.update_time)}`,
    article.status === PUBLISHED && say('publishedOn', { time: short(article.publish_time) }),
    planned !== undefined && say('plannedFor', { time: short(planned) }),
    article.status !== PUBLISHED && kept !== undefined && say('keepsDate', { time: short(kept) }),
    article.author.nickname || article.author.username,
  ].filter((part) => part !== false)
  return (
    <Group gap="0 12px" fz="xs" c="dimmed">
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </Group>
  )
}
