import { beginSecondFactor, confirmSecondFactor } from '@inkstone/contract/second-factor.ts'
import { Alert, Button, Code, Group, Image, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { takeFocus } from '../../ui/focus-back.ts'
import { Form } from '../../ui/form.tsx'
import { factorWords } from './second-factor.words.ts'

/** Sets up two-factor authentication: the secret, a first code, then the recovery codes, shown once. */
export function SecondFactorSetUp({ onBegin, onDone }: { onBegin?: () => void; onDone: () => void }) {
  const say = useWords(factorWords)
  const [codes, setCodes] = useState<readonly string[]>()
  const form = useFields({ code: '' })
  const beginning = useAction(beginSecondFactor, { touches: [], onDone: () => onBegin?.() })
  const withSecondFactor = useAction(confirmSecondFactor, {
    touches: [],
    form,
    onDone: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />
  if (!beginning.data)
    return (
      <Group>
        <Button loading={beginning.isPending} onClick={() => beginning.mutate({})}>
          {say('setUp')}
        </Button>
      </Group>
    )
  const { image, secret } = beginning.data
  return (
    <Form onSubmit={() => withSecondFactor.mutate({ body: form.values })}>
      <Stack>
        <Text size="sm">{say('scan')}</Text>
        {/* Black on white in the dark theme too: not every camera reads inverted codes. */}
        <Image src={image} alt={say('qr')} w={200} h={200} bg="white" radius="sm" />
        <div>
          <Text size="sm">{say('secret')}</Text>
          <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </Code>
        </div>
        <TextInput
          label={say('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          required
          {...form.text('code')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={withSecondFactor.isPending}>
            {say('switchOn')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const say = useWords(factorWords)
  const text = `${codes.join('\n')}\n`
  return (
    <Stack>
      <Alert color="orange" title={say('codesTitle')} ref={takeFocus} tabIndex={-1}>
        {say('codesText')}
      </Alert>
      <Code block fz="sm">
        {text}
      </Code>
      <Group justify="space-between">
        <Group gap="xs">
          <CopyText text={text} />
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${location.hostname}-recovery-codes.txt`}
          >
            {say('download')}
          </Button>
        </Group>
        <Button onClick={onKept}>{say('kept')}</Button>
      </Group>
    </Stack>
  )
}
