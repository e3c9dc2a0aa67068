const IN_ENGLISH = /^(.+) on (.+)$/

/** The device of a session in Chinese. It is stored and returned in English: `Safari on Linux`. */
export const deviceInChinese = (device: string): string => device.replace(IN_ENGLISH, '$2 上的 $1')
