import { type ComponentType, createContext, useContext } from 'react'
import type { Upload } from './editor/uploads.ts'

export interface PickedPicture {
  /** 0 where it is not one of our own files. */
  readonly id: number
  readonly url: string
  readonly alt: string
}

export interface PickerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onPick: (picture: PickedPicture) => void
  /** Several at once. */
  readonly onPickMany?: (pictures: readonly PickedPicture[]) => void
  readonly type: 'image'
  /** Whether one from elsewhere can be taken by its address. */
  readonly byAddress?: boolean
}

export interface PictureSource {
  readonly Picker: ComponentType<PickerProps>
  readonly upload: Upload
}

/** Where pictures for a text come from: the app says, so that what is drawn here knows no feature. */
const Source = createContext<PictureSource | undefined>(undefined)

export const PictureSourceProvider = Source.Provider
export const usePictureSource = () => useContext(Source)
