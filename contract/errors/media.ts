import { CLIP_FILE_DECIDED_DAYS, CLIP_FILE_KEPT_DAYS } from '../limits.ts';

/** Advice for a clipper who has used up the space for clip files. */
export const clipFilesRemoved = `A file is removed ${CLIP_FILE_KEPT_DAYS} days after it was sent, or ${CLIP_FILE_DECIDED_DAYS} days after its clip was rejected or withdrawn; until then submit clips without one.`;

export const mediaErrors = {
  invalid_file_type: { status: 415, title: 'Invalid File Type', detail: 'Please upload an MP4 video file.' },
  file_quicktime: {
    status: 415,
    title: 'QuickTime video',
    detail:
      'Browsers don’t play this QuickTime movie (MOV). Convert it to MP4 and upload that: ffmpeg -i movie.mov -c:v copy -c:a aac movie.mp4. If that fails, as with ProRes, write -c:v libx264 -pix_fmt yuv420p instead of -c:v copy.',
  },
  file_truncated: {
    status: 422,
    title: 'Upload incomplete',
    detail:
      'The video ends before its own index says it should, or has no index. Upload the whole file again. If the recording broke off, repair it first.',
  },
  file_unreadable: {
    status: 422,
    title: 'Video unreadable',
    detail: 'Export this MP4 again and retry. It contradicts itself or takes too long to read.',
  },
  file_encrypted: {
    status: 422,
    title: 'Video encrypted',
    detail: 'This MP4 is protected (DRM), so nobody could cut from it. Upload a copy without protection.',
  },
  file_without_picture: {
    status: 422,
    title: 'No picture',
    detail: 'This MP4 has no video track, only sound or data. Upload one with a picture.',
  },
  file_too_short: {
    status: 422,
    title: 'Video too short',
    detail: 'A video lasts at least one second.',
  },
  file_too_long: {
    status: 422,
    title: 'Video too long',
    detail: 'A video lasts at most 24 hours. Cut it into parts.',
  },
  file_index_too_large: {
    status: 422,
    title: 'Index too large',
    detail:
      'The index of this MP4 is larger than 64 MB, far more than any video needs. Export it again and retry.',
  },
  file_too_large: { status: 413, title: 'File too large', detail: 'A source video can be at most 20 GB.' },
  clip_file_too_large: {
    status: 413,
    title: 'File too large',
    detail: 'The file of a clip can be at most 500 MB.',
  },
  clip_files_full: {
    status: 409,
    title: 'No space left',
    detail: `The files of your clips use all of your space. ${clipFilesRemoved}`,
  },
  clip_file_attached: {
    status: 409,
    title: 'File already attached',
    detail: 'This clip already has its file. We compare it with the source.',
  },
  upload_quota: {
    status: 429,
    title: 'Too many uploads',
    detail: 'Use or remove one of your ten unused uploads first.',
  },
  own_uploads_full: {
    status: 409,
    title: 'No space left',
    detail: 'Your videos have used up your storage. Use a link to this video instead.',
  },
  uploads_full: {
    status: 507,
    title: 'No space left',
    detail: 'There is no space for this video right now. Use a link to it instead, or try again another day.',
  },
  upload_offset: {
    status: 409,
    title: 'Wrong offset',
    detail: 'These bytes don’t follow the received ones. Request the offset (HEAD) and continue from there.',
  },
  upload_piece_too_large: {
    status: 413,
    title: 'Part too large',
    detail: 'One request brings at most 64 MiB of an upload. Send the rest in further requests.',
  },
  upload_superseded: {
    status: 409,
    title: 'Continued elsewhere',
    detail: 'This upload continues in another window, or was removed there.',
  },
  upload_too_slow: {
    status: 408,
    title: 'Connection too slow',
    detail:
      'Hardly any data arrived for a while. The received part is kept; continue when the connection is better.',
  },
  upload_content_type: {
    status: 415,
    title: 'Wrong content type',
    detail: 'Bytes of an upload are sent as application/offset+octet-stream.',
  },
  tus_version: {
    status: 412,
    title: 'Unknown version',
    detail: 'Uploads use tus 1.0.0: send the header Tus-Resumable: 1.0.0.',
  },
  disk_full: {
    status: 507,
    title: 'Disk full',
    detail: 'The received part of your video is kept. Continue the upload later.',
  },
  uploads_at_once: {
    status: 429,
    title: 'Too many uploads',
    detail: 'Three files are already being uploaded. Wait until one of them is done.',
  },
  storyboard_shape: {
    status: 422,
    title: 'Storyboard unreadable',
    detail:
      'Its sheets must have ten columns of equal tiles, at most 160 pixels wide and high, and be sent in order. Make it again.',
  },
  source_picture_too_large: {
    status: 413,
    title: 'File too large',
    detail: 'A poster, or a sheet of a storyboard, can be at most 2MB.',
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
