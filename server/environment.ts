/** One line for the operator: the setting, its value and what is valid. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings from the environment by type, and rejects invalid values. */
export function settingsIn(environment: Environment) {
  // An empty setting counts as unset, because compose files leave variables empty.
  const given = (name: string) => environment[name]?.trim() || undefined

  function fail(name: string, takes: string): never {
    const secret = /PASSWORD|SECRET|_URL$/.test(name) && name !== 'PUBLIC_URL' && name !== 'MEDIA_URL'
    throw new WrongSetting(
      `${name}: got ${secret ? 'a value' : JSON.stringify(given(name))} that is not valid; use ${takes}.`,
    )
  }
  function optional(name: string, fits: (text: string) => boolean, takes: string): string | undefined {
    const text = given(name)
    return text === undefined || fits(text) ? text : fail(name, takes)
  }
  /** Spaces at its ends belong to it, but not the end of the line of a file that it was read from. */
  function password(name: string, fits: (text: string) => boolean, takes: string): string | undefined {
    if (given(name) === undefined) return undefined
    const text = environment[name]?.replace(/\r?\n$/, '') ?? ''
    return fits(text) ? text : fail(name, takes)
  }
  const checked = (name: string, standard: string, fits: (text: string) => boolean, takes: string) =>
    optional(name, fits, takes) ?? standard

  return {
    optional,
    password,
    checked,
    text: (name: string, standard: string) => given(name) ?? standard,
    matching: (name: string, standard: string, form: RegExp, takes: string) =>
      checked(name, standard, (text) => form.test(text), takes),
    oneOf<Value extends string>(name: string, standard: Value, values: readonly Value[]): Value {
      const text = given(name) ?? standard
      return values.find((value) => value === text) ?? fail(name, `one of ${values.join(', ')}`)
    },
    integer(name: string, standard: number, least: number, most: number): number {
      const fits = (text: string) => /^\d{1,12}$/.test(text) && Number(text) >= least && Number(text) <= most
      return Number(checked(name, String(standard), fits, `a whole number from ${least} to ${most}`))
    },
    url: (name: string, protocols: readonly string[], example: string) =>
      optional(
        name,
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `an address such as ${example}`,
      ),
    list(name: string, fits: (item: string) => boolean, takes: string): string[] {
      const items = (given(name) ?? '')
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
      return items.every(fits) ? items : fail(name, takes)
    },
    given,
  }
}

export type Settings = ReturnType<typeof settingsIn>
