import { fingerprintOf } from './fingerprint.ts';
import type { Upload, UploadFault } from './upload.ts';

/** Returns why a chosen file is not the one whose upload was started, or null if it is. */
export async function otherFile(
  { fileName, sizeBytes, fingerprint }: Upload,
  file: File,
): Promise<UploadFault | null> {
  const title = 'Another file';
  if (file.size !== sizeBytes) {
    const [theirs, ours] = [file.size, sizeBytes].map((bytes) => bytes.toLocaleString('en-US'));
    return {
      title,
      message: `${file.name} has ${theirs} bytes; the ${fileName} whose upload was begun has ${ours}.`,
    };
  }
  const chosen = fingerprint && (await fingerprintOf(file));
  if (!chosen || chosen === fingerprint) return null;
  return {
    title,
    message: `${file.name} is as large as the ${fileName} whose upload was begun, but begins or ends differently.`,
  };
}
