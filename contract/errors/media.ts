export const mediaErrors = {
  invalid_file_type: { status: 415, title: 'Invalid File Type', detail: 'Please upload an MP4 video file.' },
  file_truncated: {
    status: 422,
    title: 'Upload incomplete',
    detail: 'The video ends before its own index says it should. Upload the whole file again.',
  },
  file_unreadable: {
    status: 422,
    title: 'Video unreadable',
    detail: 'No video track could be read from this MP4. Export it again and retry.',
  },
  file_too_large: { status: 413, title: 'File too large', detail: 'A source video can be at most 20 GB.' },
  upload_quota: {
    status: 429,
    title: 'Too many uploads',
    detail: 'Ten unused uploads are waiting. Use or remove one first.',
  },
  own_uploads_full: {
    status: 409,
    title: 'No space left',
    detail: 'Your videos have used up your storage. Use a link to this video instead.',
  },
  uploads_full: {
    status: 507,
    title: 'No space left',
    detail:
      'There is no space for this video at the moment. Use a link to it instead, or try again another day.',
  },
  upload_in_progress: {
    status: 409,
    title: 'Already uploading',
    detail:
      'This file is being uploaded in another window. Wait for it to finish, or cancel it there and try again.',
  },
  uploads_at_once: {
    status: 429,
    title: 'Too many uploads',
    detail: 'Three files are already being uploaded. Wait until one of them is done.',
  },
  photo_type: { status: 415, title: 'Invalid File Type', detail: 'Please upload a JPG or PNG photo.' },
  photo_too_large: { status: 413, title: 'File too large', detail: 'A photo can be at most 2MB.' },
  photo_unreadable: {
    status: 422,
    title: 'Photo unreadable',
    detail: 'This photo could not be read. Export it again as JPG or PNG and retry.',
  },
  screenshot_too_large: { status: 413, title: 'File too large', detail: 'A screenshot can be at most 5MB.' },
} as const;
