import { roles } from '@inkstone/contract/permissions.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import {
  Box,
  ColorInput,
  Image,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ReactNode } from 'react'
import type { Fields } from '../../lib/fields.ts'
import { timeIn } from '../../lib/moment.ts'
import { serviceZone } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { PictureField } from '../../ui/picture-field.tsx'
import { roleWords } from '../users/roles.words.ts'
import { hasEffect, type SettingControl, type TextSetting } from './setting-groups.ts'
import { settingHints, settingNames } from './setting-names.words.ts'
import { settingsWords } from './settings.words.ts'
import { TrustedUsers } from './trusted-users.tsx'

const narrow = (input: ReactNode) => <Box maw={260}>{input}</Box>
const UNIT_WIDTH = 96
const PICTURE_HEIGHT = 64
const ACCENTS = ['#9a3b1f', '#8a2f52', '#2b5797', '#0f6b5c', '#3d6b2c', '#6b4fa0', '#444444']

/** The control for one setting. */
export function SettingField({ control, form }: { control: SettingControl; form: Fields<SiteSettings> }) {
  const { name } = control
  const nameOf = useWords(settingNames)
  const hintOf = useWords(settingHints)
  const shared = {
    label: nameOf(name),
    description: hintOf(name, { zone: serviceZone }),
    error: form.errorOf(name),
    disabled: !hasEffect(name, form.values),
  }
  switch (control.as) {
    case 'flag':
      return <Switch {...shared} {...form.flag(control.name)} />
    case 'text':
      return <TextInput {...shared} {...form.text(control.name)} />
    case 'picture':
      return <PictureSetting name={control.name} form={form} shared={shared} />
    case 'colour':
      return narrow(
        <ColorInput
          {...shared}
          format="hex"
          withEyeDropper={false}
          swatches={ACCENTS}
          withPreview={form.values[control.name] !== ''}
          {...form.bind(control.name)}
        />,
      )
    case 'longText':
      return <Textarea autosize minRows={2} {...shared} {...form.text(control.name)} />
    case 'number':
      return <NumberSetting control={control} form={form} shared={shared} />
    case 'choice':
      return <ChoiceSetting control={control} form={form} shared={shared} />
    case 'roles':
      return <RolesSetting form={form} shared={shared} />
    case 'users':
      return <TrustedUsers {...shared} {...form.bind('comment_trusted_users')} />
    case 'time':
      return <TimeSetting name={control.name} form={form} shared={shared} />
  }
}

interface Shared {
  readonly label: string
  readonly description: string
  readonly error: string | undefined
  readonly disabled: boolean
}

function PictureSetting({
  name,
  form,
  shared,
}: {
  name: TextSetting
  form: Fields<SiteSettings>
  shared: Shared
}) {
  const { value, onChange } = form.bind(name)
  return (
    <PictureField
      label={shared.label}
      description={shared.description}
      error={shared.error}
      value={value}
      onChange={onChange}
      preview={<Image src={value} alt="" h={PICTURE_HEIGHT} w="auto" maw="100%" fit="contain" radius="sm" />}
    />
  )
}

function NumberSetting({
  control: { name, unit },
  form,
  shared,
}: {
  control: SettingControl<'number'>
  form: Fields<SiteSettings>
  shared: Shared
}) {
  const say = useWords(settingsWords)
  return (
    <NumberInput
      {...shared}
      allowDecimal={false}
      hideControls
      inputContainer={narrow}
      {...(unit !== undefined && {
        rightSectionWidth: UNIT_WIDTH,
        rightSection: (
          <Text size="sm" c="dimmed" w="100%" ta="right" pr="sm">
            {say(unit)}
          </Text>
        ),
      })}
      value={form.values[name]}
      // Empty input is sent as it is, so that the server asks for a number.
      onChange={(value) => form.set(name, value as never)}
    />
  )
}

function ChoiceSetting({
  control: { name, choices },
  form,
  shared,
}: {
  control: SettingControl<'choice'>
  form: Fields<SiteSettings>
  shared: Shared
}) {
  const say = useWords(settingsWords)
  return (
    <Select
      {...shared}
      allowDeselect={false}
      inputContainer={narrow}
      data={choices.map((value) => ({ value, label: say(value) }))}
      value={String(form.values[name])}
      onChange={(value) => form.set(name, value as never)}
    />
  )
}

function TimeSetting({
  name,
  form,
  shared,
}: {
  name: TextSetting
  form: Fields<SiteSettings>
  shared: Shared
}) {
  return (
    <TextInput
      {...shared}
      inputContainer={narrow}
      placeholder="02:00"
      value={String(form.values[name])}
      onChange={({ currentTarget }) => form.set(name, currentTarget.value)}
      onBlur={({ currentTarget }) => form.set(name, timeIn(currentTarget.value) ?? currentTarget.value)}
    />
  )
}

function RolesSetting({ form, shared }: { form: Fields<SiteSettings>; shared: Shared }) {
  const roleName = useWords(roleWords)
  return (
    <MultiSelect
      {...shared}
      data={roles.map((value) => ({ value, label: roleName(value) }))}
      {...form.bind('comment_trusted_roles')}
    />
  )
}
