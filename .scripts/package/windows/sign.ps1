# Signs files with Authenticode and proves it. It needs no library: sign.ps1 FILE…
# KEY is a certificate with its key (PKCS #12, base64), PASSWORD its password.
param([Parameter(Mandatory)][string[]] $Files)
$ErrorActionPreference = 'Stop'
$bytes = [Convert]::FromBase64String($env:KEY)
$certificate = [Security.Cryptography.X509Certificates.X509Certificate2]::new($bytes, $env:PASSWORD)
foreach ($file in $Files) {
  if ((Get-AuthenticodeSignature $file).Status -eq 'Valid') { continue }
  $made = Set-AuthenticodeSignature -FilePath $file -Certificate $certificate -HashAlgorithm SHA256 `
    -TimestampServer 'http://timestamp.digicert.com'
  if ($made.Status -ne 'Valid') { throw "$file : $($made.StatusMessage)" }
}
