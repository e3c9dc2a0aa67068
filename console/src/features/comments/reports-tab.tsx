import { listReports } from '@inkstone/contract/comment-moderation.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { Anchor, Badge, Group, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Listing } from '../../ui/listing.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { APPROVED, SPAM, StatusBadge } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'
import { type Undecided, useDeciding, useDeleting } from './deciding.ts'
import { RejectForm } from './reject-form.tsx'

type Report = AnswerOf<typeof listReports>['list'][number]

const reported = ({ id, status }: Report['comment']): Undecided => ({
  id,
  status,
  reason: '',
  report_count: 1,
})

/** A decision on a comment closes its reports. */
export function ReportsTab() {
  const say = useWords(commentWords)
  const ui = useWords(uiWords)
  const [{ page, all }, change] = useAddress<{ all?: 1 | undefined }>()
  const answer = useAnswer(listReports, { query: { page, all } })
  const { decide } = useDeciding()
  const deleting = useDeleting()
  const [rejected, setRejected] = useState<Undecided>()
  return (
    <Stack gap="md">
      <Switch
        label={say('withHandled')}
        checked={Boolean(all)}
        onChange={({ currentTarget }) => change({ all: currentTarget.checked ? 1 : undefined })}
      />
      <Listing
        answer={answer}
        filtered={Boolean(all)}
        nothing={say('noReports')}
        nameOf={({ reason }) => reason}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('reportedComment'), cell: (report) => <Reported report={report} /> },
          { head: say('reporter'), cell: (report) => <Reporter report={report} />, wideOnly: true },
          { head: say('time'), cell: ({ create_time }) => short(create_time), wideOnly: true, width: 150 },
        ]}
        actions={({ comment, reason }) => (
          <RowMenu
            name={reason}
            actions={[
              { label: say('keep'), onClick: () => decide([reported(comment)], APPROVED) },
              { label: say('reject'), onClick: () => setRejected(reported(comment)) },
              ...(comment.status === SPAM
                ? []
                : [{ label: say('markSpam'), onClick: () => decide([reported(comment)], SPAM) }]),
              { label: ui('delete'), danger: true, onClick: () => deleting.ask([comment.id]) },
            ]}
          />
        )}
      />
      {rejected !== undefined && (
        <RejectForm comments={[rejected]} onClose={() => setRejected(undefined)} onDone={() => {}} />
      )}
    </Stack>
  )
}

function Reported({ report: { comment, reason, handled } }: { report: Report }) {
  const say = useWords(commentWords)
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={600}>
        {reason}
      </Text>
      <Text size="sm" lineClamp={4} style={{ whiteSpace: 'pre-wrap' }}>
        {comment.content}
      </Text>
      <Group gap="xs">
        <StatusBadge status={comment.status} />
        {handled === 1 && (
          <Badge size="sm" color="gray" variant="outline">
            {say('handled')}
          </Badge>
        )}
        <Anchor
          component={Link}
          to={comment.page_id > 0 ? `/pages/${comment.page_id}` : `/articles/${comment.article_id}`}
          size="xs"
        >
          {say(comment.page_id > 0 ? 'page' : 'article')}
        </Anchor>
      </Group>
    </Stack>
  )
}

function Reporter({ report: { reporter, ip } }: { report: Report }) {
  const say = useWords(commentWords)
  return (
    <>
      <Text size="sm">{reporter.nickname || say('guest')}</Text>
      <Text size="xs" c="dimmed">
        {ip}
      </Text>
    </>
  )
}
