import { uploadMedia } from '@inkstone/contract/media.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendFile } from '../lib/api.ts'
import { fetched } from '../lib/fetched.ts'
import { showError } from '../lib/requests.ts'
import type { PickerProps, PictureSource } from '../ui/picture-source.ts'

/** Loaded when a picture is first inserted. If that fails, the text is not affected. */
function MediaPicker(props: PickerProps) {
  const { onClose } = props
  const { data, error } = useQuery({
    queryKey: ['the picker of pictures'],
    queryFn: () => fetched(() => import('../features/media/media-picker.tsx')),
    staleTime: 'static',
    retry: false,
  })
  useEffect(() => {
    if (!error) return
    showError(error)
    onClose()
  }, [error, onClose])
  return data ? <data.MediaPicker {...props} /> : null
}

export const mediaSource: PictureSource = {
  Picker: MediaPicker,
  upload: async (file, onProgress) => {
    const { url, alt, width, height } = await sendFile(uploadMedia, file, onProgress)
    return { url, alt, width, height }
  },
}
