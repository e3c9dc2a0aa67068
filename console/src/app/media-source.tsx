import { uploadMedia } from '@inkstone/contract/media.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pickedFile } from '../features/media/picked-file.ts'
import { sendFile } from '../lib/api.ts'
import { fetched } from '../lib/fetched.ts'
import { markStale, queryClient, showError } from '../lib/requests.ts'
import type { FileSource, PickerProps } from '../ui/file-source.ts'

/** Loaded when a picture or file is first inserted. If that fails, the text is not affected. */
function MediaPicker(props: PickerProps) {
  const { onClose } = props
  const { data, error } = useQuery({
    queryKey: ['the picker of files'],
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

export const mediaSource: FileSource = {
  Picker: MediaPicker,
  upload: async (file, onProgress) => {
    const media = await sendFile(uploadMedia, file, onProgress)
    markStale(queryClient, ['/api/media'])
    return pickedFile(media)
  },
}
