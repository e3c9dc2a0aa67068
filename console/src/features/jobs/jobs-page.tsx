import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { listJobs, retryJob } from '@inkstone/contract/jobs.ts'
import { Anchor, Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import { jobKindWords, jobWords } from './jobs.words.ts'

type Job = AnswerOf<typeof listJobs>['list'][number]
type State = Job['state']

const STATES: readonly State[] = ['waiting', 'running', 'done', 'failed']
const STATE_COLORS = { waiting: 'gray', running: 'blue', done: 'teal', failed: 'red' } as const
const kinds = Object.keys(jobKindWords)

export function JobsPage() {
  const say = useWords(jobWords)
  const kindName = useKindName()
  const [{ page, state, kind }, change] = useAddress<{
    state?: State | undefined
    kind?: string | undefined
  }>()
  const jobs = useAnswer(listJobs, { query: { page, state, kind } })
  const retrying = useAction(retryJob, { done: say('started'), touches: ['/api/jobs'] })
  const [seen, setSeen] = useState<Job>()
  const actionsOf = (job: Job) => [
    { label: say('details'), onClick: () => setSeen(job) },
    ...(job.state === 'failed' || job.state === 'waiting'
      ? [{ label: say('runNow'), onClick: () => retrying.mutate({ params: { id: job.id } }) }]
      : []),
  ]
  return (
    <Page
      title={say('title')}
      hint={say('hint')}
      actions={
        <Button variant="default" loading={jobs.isFetching} onClick={() => jobs.refetch()}>
          {say('refresh')}
        </Button>
      }
    >
      <Group gap="xs">
        <ChoiceFilter
          label={say('state')}
          value={state}
          choices={STATES.map((value) => ({ value, label: say(value) }))}
          onChoose={(value) => change({ state: value })}
        />
        <ChoiceFilter
          label={say('kind')}
          value={kind}
          choices={kinds.map((value) => ({ value, label: kindName(value) }))}
          onChoose={(value) => change({ kind: value })}
        />
      </Group>
      <Listing
        answer={jobs}
        nothing={say('nothing')}
        filtered={state !== undefined || kind !== undefined}
        nameOf={({ id, kind }) => `${kindName(kind)} #${id}`}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('kind'), cell: (job) => <JobName job={job} onSee={() => setSeen(job)} /> },
          { head: say('state'), cell: (job) => <JobState state={job.state} /> },
          { head: say('tries'), cell: ({ attempts }) => attempts, align: 'right', wideOnly: true },
          {
            head: say('due'),
            cell: ({ due_time }) => <Unbroken>{short(due_time)}</Unbroken>,
            wideOnly: true,
          },
          {
            head: say('ended'),
            cell: ({ end_time }) => <Unbroken>{short(end_time)}</Unbroken>,
            wideOnly: true,
          },
        ]}
        actions={(job) => <RowMenu name={`${kindName(job.kind)} #${job.id}`} actions={actionsOf(job)} />}
      />
      {seen && <JobDetails job={seen} onClose={() => setSeen(undefined)} />}
    </Page>
  )
}

function useKindName(): (kind: string) => string {
  const say = useWords(jobKindWords)
  return (kind) => (kind in jobKindWords ? say(kind as keyof typeof jobKindWords) : kind)
}

function JobName({ job, onSee }: { job: Job; onSee: () => void }) {
  const kindName = useKindName()
  return (
    <Stack gap={2} align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <Anchor component="button" size="sm" ta="left" onClick={onSee}>
        {kindName(job.kind)}
      </Anchor>
      {job.last_error !== null && (
        <Text size="xs" c="red" lineClamp={2}>
          {job.last_error}
        </Text>
      )}
    </Stack>
  )
}

function JobState({ state }: { state: State }) {
  const say = useWords(jobWords)
  return (
    <Badge variant="light" color={STATE_COLORS[state]} tt="none">
      {say(state)}
    </Badge>
  )
}

function JobDetails({ job, onClose }: { job: Job; onClose: () => void }) {
  const say = useWords(jobWords)
  const kindName = useKindName()
  const facts = [
    [say('tries'), job.attempts],
    [say('created'), job.create_time],
    [say('due'), job.due_time],
    [say('ended'), job.end_time ?? ''],
    [say('node'), job.node],
  ] as const
  return (
    <Dialog onClose={onClose} title={`${kindName(job.kind)} #${job.id}`} size="lg">
      <Stack gap="sm">
        <Group gap="xs">
          <JobState state={job.state} />
          <Code>{job.kind}</Code>
        </Group>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Group key={name} gap="xs">
              <Text size="sm" c="dimmed" w={110}>
                {name}
              </Text>
              <Text size="sm">{value}</Text>
            </Group>
          ))}
        <Block label={say('given')} text={JSON.stringify(job.payload, null, 2)} />
        {job.last_error !== null && <Block label={say('lastError')} text={job.last_error} />}
      </Stack>
    </Dialog>
  )
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
    </div>
  )
}
